import { Look, Page } from '../../ui/page.tsx';
import { NotFoundMessage } from './states.tsx';

/** The page for unknown addresses. */
export function UnknownPage() {
  return (
    <Look color={null}>
      <Page brand={null} title="Carrel">
        <NotFoundMessage />
      </Page>
    </Look>
  );
}
