import { Look, Page } from '../../ui/page.tsx';
import { NotFoundMessage } from './states.tsx';

/** Shown at addresses that lead nowhere. */
export function UnknownPage() {
  return (
    <Look color={null}>
      <Page brand={null} title="Carrel">
        <NotFoundMessage />
      </Page>
    </Look>
  );
}
