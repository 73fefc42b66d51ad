import { Look, Page } from '../../ui/page.tsx';
import { messages } from '../../messages/en.ts';
import { NotFoundMessage } from './states.tsx';
import { usePublicBrand } from './use-public-brand.ts';

/** The page for unknown addresses. */
export function UnknownPage() {
  const brand = usePublicBrand();
  return (
    <Look color={brand?.Color ?? null}>
      <Page brand={brand} title={brand?.Name ?? messages.product}>
        <NotFoundMessage />
      </Page>
    </Look>
  );
}
