/** A person, or a group where groups are included. `note` distinguishes people with the same name. */
export type Suggestion = { key: string; name: string; note: string } & (
  | { kind: 'user'; id: number; address: string; picture: string | null }
  | { kind: 'group'; id: number; address: null }
);
