import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { setTimeZone } from '../../../ui/time/time-zone.ts';
import { type FilterSearch, filtersOf, hasFilters, parametersOf } from './filters.ts';

afterEach(() => setTimeZone(null));

const parametersFor = (search: FilterSearch) => parametersOf(filtersOf(search));

test('the filters of an address become the parameters of the API', () => {
  assert.deepEqual(parametersFor({ kind: 'pdf,image', by: '7', tag: '12:Draft: final' }), {
    kind: 'pdf,image',
    modifiedBy: '7',
    tagTypeId: '12',
    tagValue: 'Draft: final',
  });
  assert.deepEqual(parametersFor({}), {});
});

test('a range of days begins and ends in the time zone of the person, also when the clock changes', () => {
  setTimeZone('Europe/Berlin');
  assert.deepEqual(parametersFor({ date: '2026-10-25..2026-10-25' }), {
    fromDate: '2026-10-24T22:00:00.000Z',
    toDate: '2026-10-25T22:59:59.999Z',
  });
  assert.deepEqual(parametersFor({ date: '..2026-01-31' }), { toDate: '2026-01-31T22:59:59.999Z' });
});

test('a recent range has a beginning only', () => {
  setTimeZone('UTC');
  const { fromDate = '', ...others } = parametersFor({ date: '7d' });
  assert.deepEqual(others, {});
  assert.match(fromDate, /T00:00:00.000Z$/);
  const days = (Date.now() - Date.parse(fromDate)) / 86_400_000;
  assert.ok(days >= 7 && days < 8.1, fromDate);
  assert.match(parametersFor({ date: 'year' })['fromDate'] ?? '', /^\d{4}-01-01T/);
});

test('invalid filters in an address count as absent', () => {
  for (const search of [
    { kind: 'pictures' },
    { by: 'ann' },
    { by: '-1' },
    { date: 'soon' },
    { date: '..' },
    { date: '2026-13-01..' },
    { date: '2026-05-02..2026-05-01' },
    { tag: 'Draft' },
    { tag: '5:' },
  ] as FilterSearch[]) {
    assert.equal(hasFilters(filtersOf(search)), false, JSON.stringify(search));
  }
});
