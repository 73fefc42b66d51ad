/** The people of the demo: an architecture firm, its groups, and its outside contacts. */
import type { Static } from 'typebox';
import type { PermissionsBody } from '../library/permissions/permissions.schema.ts';

/** The local part of an address identifies a person throughout the demo. */
export const PEOPLE = {
  'maria.keller': 'Maria Keller',
  'tom.okafor': 'Tom Okafor',
  'lena.brandt': 'Lena Brandt',
  'sam.rivera': 'Sam Rivera',
  'priya.nair': 'Priya Nair',
  'chloe.martin': 'Chloé Martin',
  'james.whitlock': 'James Whitlock',
  'aiko.tanaka': 'Aiko Tanaka',
  'erik.lindqvist': 'Erik Lindqvist',
  'omar.haddad': 'Omar Haddad',
  'nina.petrova': 'Nina Petrova',
  'ben.carter': 'Ben Carter',
} as const;
export type Who = keyof typeof PEOPLE;

/** The founder, a site admin. */
export const FOUNDER: Who = 'maria.keller';

/** Suggested users for a tour, and what each can see. */
export const GUIDES: [Who, string][] = [
  ['maria.keller', 'runs the office: site admin, sees everything'],
  ['tom.okafor', 'leads projects: tasks, links to clients'],
  ['lena.brandt', 'does marketing: sees what was shared with her'],
];

export const GROUPS = {
  Management: ['maria.keller', 'sam.rivera', 'priya.nair', 'chloe.martin'],
  Design: ['tom.okafor', 'james.whitlock', 'aiko.tanaka', 'erik.lindqvist', 'omar.haddad'],
  'Marketing team': ['lena.brandt', 'nina.petrova'],
  Everyone: Object.keys(PEOPLE) as Who[],
} satisfies Record<string, Who[]>;
export type GroupName = keyof typeof GROUPS;

/** People without an account, by the local part of their address. */
export const OUTSIDE = {
  rivermouth: 'j.doyle@rivermouth',
  harbour: 'k.osei@harbour-trust',
  school: 'office@elmwood-school',
  lawyer: 'm.castellan@castellan-law',
  press: 'desk@building-weekly',
  printer: 'orders@quick-print',
  builder: 'site@lowe-construction',
} as const;
export type Outsider = keyof typeof OUTSIDE;

type Right = NonNullable<Static<typeof PermissionsBody>[number]['Allow']>[number];
const ALL: Right[] = ['Read', 'Write', 'Delete', 'Grant'];

export type LibraryPlan = {
  /** Rights of groups and people on the whole library. */
  allow: Partial<Record<GroupName | Who, Right[]>>;
  /** Readers of the library, for plausible activity. */
  readers: GroupName;
  tagTypes: { name: string; type: 'String' | 'Numeric' | 'Date' }[];
};

export const LIBRARIES = {
  Projects: {
    allow: { Design: ALL, Management: ALL, 'Marketing team': ['Read'] },
    readers: 'Design',
    tagTypes: [
      { name: 'Phase', type: 'String' },
      { name: 'Area (m²)', type: 'Numeric' },
      { name: 'Due', type: 'Date' },
    ],
  },
  Contracts: {
    allow: {
      Management: ALL,
      'tom.okafor': ['Read', 'Write', 'Grant'],
      'ben.carter': ['Read', 'Write'],
      Design: ['Read'],
    },
    readers: 'Management',
    tagTypes: [
      { name: 'Client', type: 'String' },
      { name: 'Value (EUR)', type: 'Numeric' },
      { name: 'Signed on', type: 'Date' },
    ],
  },
  Marketing: {
    allow: { 'Marketing team': ALL, Everyone: ['Read'] },
    readers: 'Marketing team',
    tagTypes: [
      { name: 'Campaign', type: 'String' },
      { name: 'Publish on', type: 'Date' },
    ],
  },
  'HR policies': {
    allow: { Management: ALL, Everyone: ['Read'] },
    readers: 'Everyone',
    tagTypes: [
      { name: 'Valid from', type: 'Date' },
      { name: 'Owner', type: 'String' },
    ],
  },
  Finance: {
    allow: { Management: ALL, 'ben.carter': ['Read', 'Write'] },
    readers: 'Management',
    tagTypes: [
      { name: 'Quarter', type: 'String' },
      { name: 'Amount (EUR)', type: 'Numeric' },
    ],
  },
} satisfies Record<string, LibraryPlan>;
export type LibraryName = keyof typeof LIBRARIES;

/** A folder denied to groups that can read the rest of its library. */
export const DENIED: { folder: string; groups: GroupName[] } = {
  folder: 'HR policies/Salary bands',
  groups: ['Design', 'Marketing team'],
};

/** Folders shared with one colleague who has no access to their library. */
export const OPENED: { folder: string; by: Who; to: Who; daysAgo: number; allow: Right[] }[] = [
  { folder: 'Contracts/Templates', by: 'sam.rivera', to: 'lena.brandt', daysAgo: 19, allow: ['Read'] },
  { folder: 'Finance/Planning', by: 'priya.nair', to: 'tom.okafor', daysAgo: 10, allow: ['Read', 'Write'] },
];
