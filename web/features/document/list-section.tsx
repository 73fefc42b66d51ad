import { Skeleton, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { MoreButton } from '../../ui/more-button.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import type { PagedList } from '../shell/list-page.tsx';
import libraryCss from '../library/library.module.css';
import documentCss from './document.module.css';

type Props<Item> = { title: string; list: PagedList<Item>; children: (item: Item) => ReactNode; empty: string };

/** A list about a document in a section of its page. */
export function ListSection<Item>({ title, list, children, empty }: Props<Item>) {
  const { items, error, next } = list;
  if (error !== null) return <ProblemAlert error={error} />;
  if (items === undefined) return <Skeleton height={60} />;
  return (
    <section className={documentCss.documentSection} aria-label={title}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {items.length === 0 ? (
        <Text c="dimmed">{empty}</Text>
      ) : (
        <ul className={libraryCss.placeList}>{items.map(children)}</ul>
      )}
      <MoreButton next={next} size="compact-sm" mt="sm" />
    </section>
  );
}
