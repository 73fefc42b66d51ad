/** Reads a CSV file of people (docs/api/users.md#importing-people): text only, without a look at the database. */
import { type CsvError, parse } from 'csv-parse/sync';
import { Problem, invalidParameter } from '../../platform/errors.ts';
import { emailKey, parseEmail } from '../../platform/values/email.ts';
import { displayName } from '../../platform/values/names.ts';
import { IMPORT_LIMIT } from './imports.schema.ts';

/** A line with a person. `errors` are sentences for people; the other fields are the cells where these are not valid. */
export type PersonLine = {
  line: number;
  email: string;
  name: string;
  isSiteAdmin: boolean;
  groups: string[];
  errors: string[];
};

const COLUMNS = ['email', 'name', 'role', 'groups'] as const;
type Column = (typeof COLUMNS)[number];

const ROLES: Record<string, boolean> = { '': false, member: false, 'site admin': true };

/** 400 for a file without the columns Email and Name, one that is not CSV, and one with too many lines. */
export function readPeople(csv: string): PersonLine[] {
  const [head, ...records] = parseRecords(csv);
  if (head === undefined) throw invalid('The file is empty.');
  const columns = readHead(head.record);
  if (records.length > IMPORT_LIMIT) {
    throw invalid(`The file has ${records.length} people. At most ${IMPORT_LIMIT} can be imported at once.`);
  }
  const seen = new Map<string, number>();
  return records.map(({ line, record }) => {
    const person = readLine(line, (column) => record[columns.get(column) ?? -1]?.trim() ?? '');
    if (record.length > head.record.length) person.errors.push('The line has more cells than the header.');
    const earlier = seen.get(emailKey(person.email));
    if (earlier !== undefined) person.errors.push(`Line ${earlier} has the same email.`);
    else if (parseEmail(person.email) !== null) seen.set(emailKey(person.email), line);
    return person;
  });
}

type Parsed = { line: number; record: string[] };

function parseRecords(csv: string): Parsed[] {
  const options = {
    bom: true,
    skipEmptyLines: true,
    skipRecordsWithEmptyValues: true,
    relaxColumnCount: true,
  } as const;
  try {
    const records = parse(csv, { ...options, info: true, delimiter: delimiterOf(csv) }) as unknown as {
      info: { lines: number };
      record: string[];
    }[];
    return records.map(({ info, record }) => ({ line: info.lines, record }));
  } catch (error) {
    const { code, lines } = error as CsvError & { lines?: number };
    if (code === undefined) throw error;
    throw invalid(`Line ${lines ?? 1} is not valid CSV. Check its quotation marks.`);
  }
}

// Spreadsheets write the list separator of the country. The header contains none of them within a cell.
function delimiterOf(csv: string): string {
  const [head = ''] = csv.trimStart().split(/[\r\n]/, 1);
  return [';', '\t'].find((delimiter) => head.includes(delimiter)) ?? ',';
}

function readHead(head: string[]): Map<Column, number> {
  const columns = new Map<Column, number>();
  for (const [index, cell] of head.entries()) {
    const column = COLUMNS.find((name) => name === cell.trim().toLowerCase());
    if (column === undefined) throw invalid(`Unknown column “${cell.trim()}”. Use Email, Name, Role and Groups.`);
    if (columns.has(column)) throw invalid(`The column “${cell.trim()}” occurs twice.`);
    columns.set(column, index);
  }
  if (!columns.has('email') || !columns.has('name')) {
    throw invalid('The first line must name the columns, Email and Name among them.');
  }
  return columns;
}

function readLine(line: number, cell: (column: Column) => string): PersonLine {
  const errors: string[] = [];
  const email = parseEmail(cell('email'));
  if (email === null) errors.push('The email is not an email address.');
  const isSiteAdmin = ROLES[cell('role').toLowerCase()];
  if (isSiteAdmin === undefined) errors.push('The role must be Member or Site admin.');
  return {
    line,
    email: email ?? cell('email'),
    name: readName(cell('name'), errors),
    isSiteAdmin: isSiteAdmin ?? false,
    groups: [
      ...new Set(
        cell('groups')
          .split(';')
          .map((group) => group.trim()),
      ),
    ].filter((group) => group !== ''),
    errors,
  };
}

function readName(cell: string, errors: string[]): string {
  try {
    return displayName(cell, 'Name');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    errors.push(error.errors[0]?.detail ?? error.message);
    return cell;
  }
}

function invalid(detail: string): Problem {
  return invalidParameter('Csv', detail);
}
