import { Skeleton, Text, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Access, AccessLink } from '../../api/answers.ts';
import type { ObjectKey } from '../../api/keys.ts';
import { listAccess, listAccessLinks } from '../../api/permissions.ts';
import { placeQuery } from '../../queries.ts';
import { permissionMessages } from '../../messages/en/permissions.ts';
import { formatDate } from '../../ui/format.ts';
import { Person } from '../../ui/person/person.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { type PagedList, usePagedList } from '../shell/list-page.tsx';
import { describeLink, describeReason, describeRights, describeTarget } from './descriptions.ts';
import { SEARCH_HINTS } from '../../ui/input-hints.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import css from './permissions.module.css';

const t = permissionMessages.access;
const TYPING_MS = 200;

/** People and links that have access to an object and why, for people who can manage access. */
export function AccessView({ object }: { object: ObjectKey }) {
  return (
    <>
      <People object={object} />
      {object.kind === 'library' ? null : <Links object={object} />}
    </>
  );
}

function People({ object }: { object: ObjectKey }) {
  const { kind, id } = object;
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim(), TYPING_MS);
  const place = useQuery(placeQuery(object));
  const list = usePagedList(['access', kind, String(id), query], (after) => listAccess(object, query, after));
  return (
    <>
      <TextInput
        {...SEARCH_HINTS}
        type="search"
        size="sm"
        aria-label={t.find}
        placeholder={t.find}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {place.data?.IsPrivate === false ? <p className={css.accessAll}>{t.siteAdmins}</p> : null}
      <Paged list={list} none={query === '' ? t.none : t.noMatch(query)}>
        {(person) => <PersonAccess key={person.UserId} person={person} of={object} />}
      </Paged>
    </>
  );
}

function PersonAccess({ person, of }: { person: Access; of: ObjectKey }) {
  const { Rights, Reasons } = person;
  return (
    <li className={css.accessRow}>
      <strong>
        <Person person={person} />
      </strong>
      <p className={Rights.length === 0 ? `${css.accessRights} ${css.isNone}` : css.accessRights}>
        {describeRights(Rights)}
      </p>
      <ul className={css.accessReasons}>
        {Reasons.map((reason) => {
          const text = describeReason(reason, of);
          return <li key={text}>{text}</li>;
        })}
      </ul>
    </li>
  );
}

function Links({ object }: { object: ObjectKey }) {
  const { kind, id } = object;
  const list = usePagedList(['access', kind, String(id), 'links'], (after) => listAccessLinks(object, after));
  return (
    <>
      <Title order={3} size="h6" mt="md">
        {t.links}
      </Title>
      <Paged list={list} none={t.noLinks}>
        {(link) => <LinkLine key={link.ShareId} link={link} of={object} />}
      </Paged>
    </>
  );
}

function LinkLine({ link, of }: { link: AccessLink; of: ObjectKey }) {
  const { Kind, CreatedBy, DateCreated } = link;
  const title = (Kind === 'Task' ? t.taskLink : t.link)(CreatedBy.Name, formatDate(DateCreated));
  return (
    <li className={css.accessRow}>
      <strong>{title}</strong>
      <p className={css.accessRights}>{describeLink(link)}</p>
      <p className={css.accessReasons}>{describeTarget(link, of)}</p>
    </li>
  );
}

type PagedProps<Item> = { list: PagedList<Item>; none: string; children: (item: Item) => ReactNode };

function Paged<Item>({ list: { items, error, next }, none, children }: PagedProps<Item>) {
  return (
    <>
      <ProblemAlert error={error} />
      {items === undefined && error === null ? <Skeleton height={80} mt="sm" /> : null}
      {items?.length === 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          {none}
        </Text>
      ) : null}
      <ul>{items?.map((item) => children(item))}</ul>
      <MoreButton next={next} size="compact-sm" mt="xs" />
    </>
  );
}
