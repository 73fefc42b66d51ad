import { useNavigate, useSearch } from '@tanstack/react-router';

/** The filters of a list, as the API takes them. They are kept in the address, so that the back button restores them. */
export function useFilter<Filter extends Record<string, string>>(): [
  Partial<Filter>,
  (changed: { [Name in keyof Filter]?: string | undefined }) => void,
] {
  const { filter = '' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const present = Object.fromEntries(new URLSearchParams(filter)) as Partial<Filter>;
  const change = (changed: { [Name in keyof Filter]?: string | undefined }) => {
    const wanted: Record<string, string | undefined> = { ...present, ...changed };
    const kept = Object.entries(wanted).flatMap(([name, value]) => (value ? [[name, value]] : []));
    const next = new URLSearchParams(kept).toString();
    void navigate({ to: '.', search: next === '' ? {} : { filter: next }, replace: true });
  };
  return [present, change];
}
