/** The results of a search in a shared folder. A chunk of its own: most visitors do not search. */
import { Alert, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconSearchOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/client.ts';
import { type SharedFolder, searchFolder } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { linkSearchMessages as t } from '../../messages/en/search/link-results.ts';
import { MoreButton, nextPageOf } from '../../ui/more-button.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { HereLink } from '../contents/here-link.tsx';
import { FailedMessage } from '../visits/states.tsx';
import { useVisit } from '../visits/visit-context.ts';
import { FoundItem } from './found-item.tsx';
import { SearchField, searchesText } from './search-field.tsx';
import css from './link-search.module.css';
import pageCss from '../../ui/page.module.css';

type Props = { q: string; shared: SharedFolder };

/** Documents and folders of the link that match the query of the address. */
export function LinkResults({ q, shared }: Props) {
  return (
    <Stack gap="md">
      <nav aria-label={messages.contents.path}>
        <HereLink place={{}} className={pageCss.quietLink}>
          <IconArrowLeft size={20} aria-hidden />
          {shared.Name}
        </HereLink>
      </nav>
      <SearchField />
      <Title order={1} size="h2">
        {t.title(q)}
      </Title>
      <Results q={q} shared={shared} />
    </Stack>
  );
}

function Results({ q, shared }: Props) {
  const { link } = useVisit();
  const query = useInfiniteQuery({
    queryKey: ['found', link.reference, shared.FolderId, q],
    queryFn: ({ pageParam }) => searchFolder(link, shared.FolderId, q, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ after }) => after,
  });
  const { data, error } = query;
  if (data === undefined && isRefusal(error)) return <Refused error={error} />;
  if (data === undefined && error !== null) return <FailedMessage error={error} retry={() => void query.refetch()} />;
  if (data === undefined) return <Loading />;
  const [first] = data.pages;
  const items = data.pages.flatMap(({ body }) => body);
  if (items.length === 0) return <None q={q} />;
  return (
    <>
      <Text role="status" size="sm" c="dimmed">
        {t.found(first?.total ?? items.length, first?.isCut === true)}
      </Text>
      <ul className={css.list}>
        {items.map((item) => (
          <FoundItem key={`${item.ItemType} ${item.Document?.DocumentId ?? item.FolderId}`} item={item} q={q} />
        ))}
      </ul>
      <MoreButton next={nextPageOf(query)} style={{ alignSelf: 'center' }} />
    </>
  );
}

const isRefusal = (error: Error | null): error is ApiError =>
  error instanceof ApiError && [400, 429].includes(error.status);

// The server says which part of the query it cannot read, or how long to wait.
function Refused({ error }: { error: ApiError }) {
  return (
    <Alert color="red" variant="outline" role="alert" title={error.status === 400 ? t.refused : t.tooMany}>
      {problemText(error)}
    </Alert>
  );
}

const WORD = /^[\p{L}\p{N}]{3,}$/u;

function None({ q }: { q: string }) {
  const { visit } = useVisit();
  return (
    <div className={css.none}>
      <IconSearchOff size={48} stroke={1.25} aria-hidden />
      <p role="status">{searchesText(visit) ? t.none : t.noneInNames}</p>
      {WORD.test(q) ? (
        <HereLink place={{ q: `${q}*` }} className={pageCss.quietLink}>
          {t.beginning(q)}
        </HereLink>
      ) : null}
    </div>
  );
}

function Loading() {
  return (
    <Stack role="status" aria-label={messages.visit.loading} gap="xs">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} height={72} radius="md" />
      ))}
    </Stack>
  );
}
