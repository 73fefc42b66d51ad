import { UnstyledButton } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import type { Turn } from '../paged/page-layout.ts';
import { DrawLayer } from './draw-layer.tsx';
import { type NamedMark, type PageMarks, usePageMarks } from './page-marks.tsx';
import { type Region, placeOf, turnRegion } from './region.ts';
import css from './marks.module.css';

type Props = { page: number; turn: Turn };

/** The marks over a page: outlines of regions, buttons that open threads, and the region that is being drawn. */
export function MarksOfPage({ page, turn }: Props) {
  const all = usePageMarks();
  if (all === null) return null;
  const { chosen, draft, isDrawing } = all;
  const marks = all.marks.filter(({ place }) => place.page === page);
  return (
    <div className={css.marks}>
      {marks.map(({ id, place }) =>
        id === chosen?.id ? null : <Outline key={id} region={place.region} turn={turn} />,
      )}
      {chosen?.place.page === page ? <Outline region={chosen.place.region} turn={turn} isChosen /> : null}
      {draft?.page === page && draft.hash === all.hash ? <Outline region={draft.region} turn={turn} isChosen /> : null}
      {marks.map((mark) =>
        mark.place.region === null ? null : (
          <MarkButton key={mark.id} all={all} mark={mark} region={turnRegion(mark.place.region, turn)} />
        ),
      )}
      <div className={css.corner}>
        {marks.map((mark) =>
          mark.place.region === null ? <MarkButton key={mark.id} all={all} mark={mark} region={null} /> : null,
        )}
      </div>
      {isDrawing ? <DrawLayer turn={turn} onDraw={(region) => all.begin({ page, region })} /> : null}
    </div>
  );
}

type OutlineProps = { region: Region | null; turn: Turn; isChosen?: boolean };

function Outline({ region, turn, isChosen = false }: OutlineProps) {
  if (region === null) return null;
  return <div className={css.outline} style={placeOf(turnRegion(region, turn))} data-chosen={isChosen || undefined} />;
}

/** `region`: on the page as it is turned; null: the mark is in the corner. */
type ButtonProps = { all: PageMarks; mark: NamedMark; region: Region | null };

function MarkButton({ all, mark, region }: ButtonProps) {
  const place = region === null ? {} : { '--x': `${(region.X + region.Width) * 100}%`, '--y': `${region.Y * 100}%` };
  return (
    <UnstyledButton
      className={region === null ? css.button : `${css.button} ${css.placed}`}
      style={place}
      aria-label={mark.label}
      title={mark.label}
      data-chosen={all.chosen?.id === mark.id || undefined}
      onClick={() => all.choose(mark, 'thread')}
    >
      <span className={css.dot}>
        <IconMessage size={16} aria-hidden />
      </span>
    </UnstyledButton>
  );
}
