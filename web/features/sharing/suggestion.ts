/** A person, or a group where groups are looked for; `note` tells people of the same name apart. */
export type Suggestion = { key: string; name: string; note: string } & (
  | { kind: 'user'; id: number; address: string }
  | { kind: 'group'; id: number; address: null }
);
