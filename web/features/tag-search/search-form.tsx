import { Button } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useRef, useState } from 'react';
import type { TagType } from '../../api/answers.ts';
import type { ApiError } from '../../api/client.ts';
import type { TagCriterion } from '../../api/keys.ts';
import { tagSearchMessages as t } from '../../messages/en/tags.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { fieldErrors } from '../sharing/field-errors.ts';
import { ConditionRow } from './condition-row.tsx';
import { formatCriteria } from './criteria.ts';
import pageCss from '../../ui/page.module.css';
import tagSearchCss from './tag-search.module.css';
import libraryCss from '../library/library.module.css';

const LOOK = `${pageCss.card} ${tagSearchCss.tagSearch}`;

/** A condition of the form. A tag of 0 means none. `key` identifies the row. */
type Draft = TagCriterion & { key: number };

type Props = { types: TagType[]; criteria: TagCriterion[]; refusal: Error | null };

/** The conditions of a search, at most one per tag. Submitting puts them into the address. */
export function SearchForm({ types, criteria, refusal }: Props) {
  const { drafts, change, add, remove } = useDrafts(criteria);
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const isMissing = ({ tagTypeId, value }: Draft) => tagTypeId === 0 || value.trim() === '';
  const wrong = fieldErrors(refusal, (index) => (/^\d+$/.test(index) ? index : null)) ?? {};
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setAsked(true);
    if (drafts.some(isMissing)) return;
    void navigate({ to: '.', search: { tags: formatCriteria(drafts) } });
  };
  return (
    <form className={LOOK} onSubmit={submit} noValidate aria-label={t.conditions}>
      {drafts.map((draft, index) => (
        <ConditionRow
          key={draft.key}
          number={index + 1}
          criterion={draft}
          types={types.filter(({ TagTypeId }) => isFree(drafts, draft, TagTypeId))}
          error={isAsked && isMissing(draft) ? t.missing : undefined}
          isRefused={wrong[String(index)] !== undefined && draft.value === criteria[index]?.value}
          onChange={(changed) => change(draft.key, changed)}
          onRemove={drafts.length === 1 ? null : () => remove(draft.key)}
        />
      ))}
      {Object.keys(wrong).length > 0 ? null : <ProblemAlert error={refusal} known={refusalText} />}
      <div className={libraryCss.browserActions}>
        <Button type="submit" leftSection={<IconSearch size={18} aria-hidden />}>
          {t.search}
        </Button>
        {drafts.length < types.length ? (
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            {t.add}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

// A document has one value per tag, so two conditions on one tag would match nothing.
const isFree = (drafts: Draft[], { key }: Draft, tagTypeId: number) =>
  drafts.every((other) => other.key === key || other.tagTypeId !== tagTypeId);

const refusalText = ({ status }: ApiError) => (status === 404 ? t.gone : null);

function useDrafts(criteria: TagCriterion[]) {
  const nextKey = useRef(criteria.length + 1);
  const [drafts, setDrafts] = useState<Draft[]>(() =>
    criteria.length === 0 ? [{ key: 0, tagTypeId: 0, value: '' }] : criteria.map((one, key) => ({ ...one, key })),
  );
  const change = (key: number, changed: Partial<TagCriterion>) =>
    setDrafts((before) => before.map((draft) => (draft.key === key ? { ...draft, ...changed } : draft)));
  const add = () => {
    nextKey.current += 1;
    const key = nextKey.current;
    setDrafts((before) => [...before, { key, tagTypeId: 0, value: '' }]);
  };
  const remove = (key: number) => setDrafts((before) => before.filter((draft) => draft.key !== key));
  return { drafts, change, add, remove };
}
