import { CloseButton, Input, NativeSelect, TextInput } from '@mantine/core';
import { IconHistory, IconShieldCheck } from '@tabler/icons-react';
import { type LogFilter, listLog } from '../../../api/admin/audit.ts';
import type { LoggedActivity } from '../../../api/answers.ts';
import { auditMessages as t } from '../../../messages/en/admin/audit.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { useTyped } from '../../../ui/table/use-typed.ts';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { idOf } from '../../shell/id-of.ts';
import { useFilter } from '../../shell/use-filter.ts';
import { PersonFilter } from '../person-filter.tsx';
import { ACTIVITY_GROUPS, isActivityGroup } from './activity-groups.ts';
import { LOG_COLUMNS } from './log-columns.tsx';
import { dayOf, timeZoneName } from '../../../ui/time/time-zone.ts';
import adminCss from '../admin.module.css';
import sharingCss from '../../sharing/sharing.module.css';
import tableCss from '../../../ui/table/table.module.css';

/** As in the address: `group` of types, days as YYYY-MM-DD, and the name of the document. */
type Wanted = Record<'userId' | 'group' | 'from' | 'to' | 'documentId' | 'document', string>;
type Change = (changed: Partial<Record<keyof Wanted, string | undefined>>) => void;

/** The activity log of the deployment. */
export function AdminAuditPage() {
  const [wanted, change] = useFilter<Wanted>();
  const filter = toFilter(wanted);
  const list = usePagedList(['log', JSON.stringify(filter)], (after) => listLog(filter, after));
  const none = { Icon: IconHistory, text: list.next.load === null ? t.log.none : t.log.noneYet };
  return (
    <ListPage title={t.section} text={t.log.text} list={list} none={none} head={<Filters {...{ wanted, change }} />}>
      {(rows) => (
        <DataTable
          label={t.section}
          items={rows}
          idOf={({ ActivityId }) => ActivityId}
          columns={LOG_COLUMNS}
          renderActions={(row) => <RowActions name={row.ContentName} actions={actionsOn(row, change)} />}
        />
      )}
    </ListPage>
  );
}

function toFilter({ userId, group = '', from, to, documentId }: Partial<Wanted>): LogFilter {
  const fromDate = isFuture(from) ? undefined : from;
  const toDate = isReversed(from, to) ? undefined : to;
  return {
    userId: idOf(userId)?.toString(),
    documentId: idOf(documentId)?.toString(),
    type: isActivityGroup(group) ? ACTIVITY_GROUPS[group].join(',') : undefined,
    fromDate,
    toDate,
    timeZone: fromDate === undefined && toDate === undefined ? undefined : timeZoneName(),
  };
}

// Days that the server would refuse.
const isFuture = (from = '') => from > dayOf(new Date());
const isReversed = (from = '', to = '') => from !== '' && to !== '' && from > to;

function actionsOn({ Person: person, DocumentId, ContentName }: LoggedActivity, change: Change) {
  const document = { documentId: String(DocumentId), document: ContentName };
  return [
    ...(person === null ? [] : [{ label: t.log.onlyPerson, run: () => change({ userId: String(person.UserId) }) }]),
    ...(DocumentId === null ? [] : [{ label: t.log.onlyDocument, run: () => change(document) }]),
  ];
}

function Filters({ wanted, change }: { wanted: Partial<Wanted>; change: Change }) {
  const { userId, group = '', from = '', to = '', documentId, document = '' } = wanted;
  return (
    <section className={tableCss.filters} aria-label={t.log.filters}>
      <PersonFilter
        label={t.columns.person}
        hint={t.log.personHint}
        userId={userId}
        onChange={(chosen) => change({ userId: chosen })}
      />
      <NativeSelect
        label={t.columns.activity}
        data={[
          { value: '', label: t.log.any },
          ...Object.entries(t.log.groups).map(([value, label]) => ({ value, label })),
        ]}
        value={group}
        onChange={({ currentTarget: { value } }) => change({ group: value })}
      />
      <Days from={from} to={to} change={change} />
      {documentId === undefined ? null : (
        <OneDocument name={document} onRemove={() => change({ documentId: undefined, document: undefined })} />
      )}
      <div className={adminCss.adminEnd}>
        <LinkButton
          to="/admin/audit/verifications"
          variant="default"
          leftSection={<IconShieldCheck size={18} aria-hidden />}
        >
          {t.verify}
        </LinkButton>
      </div>
    </section>
  );
}

function Days({ from, to, change }: { from: string; to: string; change: Change }) {
  return (
    <>
      <Day
        label={t.log.from}
        value={from}
        error={isFuture(from) ? t.log.future : undefined}
        onChange={(day) => change({ from: day })}
      />
      <Day
        label={t.log.to}
        value={to}
        error={isReversed(from, to) ? t.log.reversed : undefined}
        onChange={(day) => change({ to: day })}
      />
    </>
  );
}

/** Earlier days are years that are being typed. */
const EARLIEST = '1000-01-01';

type DayProps = { label: string; value: string; error?: string | undefined; onChange: (day: string) => void };

function Day({ label, value, error, onChange }: DayProps) {
  // The field keeps what is typed: with each digit of the year it has another, complete day, or none.
  const [typed, type] = useTyped(value);
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      error={error}
      onChange={({ currentTarget: { value: day } }) => {
        type(day);
        if (day === '' || day >= EARLIEST) onChange(day);
      }}
    />
  );
}

function OneDocument({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <div role="group" aria-label={t.log.document}>
      <Input.Label component="div">{t.log.document}</Input.Label>
      <div className={sharingCss.people}>
        <span className={sharingCss.person}>
          <span>{name}</span>
          <CloseButton size={24} aria-label={t.log.allDocuments} onClick={onRemove} />
        </span>
      </div>
    </div>
  );
}
