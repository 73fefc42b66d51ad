import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { clusterUrl } from '../../../test/database.ts';
import { connect } from '../../platform/db/connection.ts';
import { cellOf, cellsOf } from './cells.ts';

const sql = connect(clusterUrl(), 1);
after(() => sql.end());

// Text that PostgreSQL can store: anything but NUL and half characters. Pieces of JSON's own form are likely.
const text = fc
  .array(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"', '\\', '", "', '\\"', ',', ' ', '\n', '\t', '\u2028')),
  )
  .map((pieces) => pieces.join('').replaceAll('\0', ''))
  .filter((joined) => joined.isWellFormed());

test('texts from a PostgreSQL array give the same cells as single texts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (strings) => {
      const [row] = await sql<[{ printed: string }]>`
        select json_agg(t order by n)::text as printed from unnest(${strings}::text[]) with ordinality as given (t, n)`;
      assert.deepEqual(cellsOf(row.printed), strings.map(cellOf));
    }),
    { examples: [[['", ', ',']], [['\\', '"']], [['', '", "', '\\", "']]], numRuns: 500 },
  );
});
