import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { appMessages } from '../../messages/en/app.ts';
import { uploadMessages } from '../../messages/en/uploads.ts';
import type { Upload } from '../uploads/upload.ts';
import { UploadTray } from '../uploads/upload-tray.tsx';
import { totalsOf } from '../uploads/use-uploads.ts';
import { useOwnUploads, useResumption } from '../library/uploads/use-own-uploads.ts';
import css from './shell.module.css';

/** The uploads, on every page. */
export function UploadCorner() {
  const own = useOwnUploads();
  const { uploads, list } = own;
  useResumption(own);
  const [isOpen, setOpen] = useState(false);
  const { count, done, present, lost } = totalsOf(list);
  const wants = wantsOf(list);
  const [before, setBefore] = useState(wants);
  if (wants !== before) {
    setBefore(wants);
    if (wants === 'answer' || (wants === 'look' && hasRoom())) setOpen(true);
  }
  if (count === 0) return null;
  const Icon = isOpen ? IconChevronDown : IconChevronUp;
  const label = isOpen ? appMessages.uploads.hide : appMessages.uploads.show;
  return (
    <section className={css.uploadCorner} aria-label={appMessages.uploads.region}>
      <div className={css.uploadCornerBar}>
        <span>
          {lost > 0 && !isOpen
            ? appMessages.uploads.unfinished(lost)
            : uploadMessages.arrived(done - present, present, count)}
        </span>
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={label}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon size={20} aria-hidden />
        </ActionIcon>
      </div>
      {isOpen ? <UploadTray uploads={uploads} list={list} canKeepBoth /> : null}
    </section>
  );
}

// Name conflicts open the list. Interrupted uploads of an earlier visit do not cover other pages.
function wantsOf(list: readonly Upload[]): 'answer' | 'look' | null {
  if (list.some(({ state }) => state === 'taken')) return 'answer';
  return list.some(({ state }) => state !== 'lost' && state !== 'done') ? 'look' : null;
}

// On a small screen the list would cover the page, so it opens on request.
const hasRoom = () => window.matchMedia('(min-width: 761px)').matches;
