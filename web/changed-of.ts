/** The values of a form that differ from those it began with. Only these are sent, so that changes by other people are kept. */
export function changedOf<Values extends object>(before: Values, wanted: Values): Partial<Values> {
  const isChanged = ([name, value]: [string, unknown]) => value !== before[name as keyof Values];
  return Object.fromEntries(Object.entries(wanted).filter(isChanged)) as Partial<Values>;
}
