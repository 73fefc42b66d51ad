/** The part of an address that says how a list is sorted, filtered and shown. */

const PARAMETERS = ['sort', 'filter', 'view', 'kind', 'by', 'date', 'tag'] as const;

type ListAddress = Partial<Record<(typeof PARAMETERS)[number], string | undefined>>;

/** How the list of this address is shown, for the address of one of its documents. */
export function listOf(search: ListAddress & { tab?: string | undefined }): ListAddress {
  return Object.fromEntries(PARAMETERS.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])));
}
