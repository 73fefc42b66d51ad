import { useQuery } from '@tanstack/react-query';
import { messages } from '../../messages/en.ts';
import { signInBrandingQuery } from '../../queries.ts';
import type { Brand } from '../../ui/page.tsx';

const PRODUCT: Brand = { Name: messages.product, Color: null, LogoUri: null };

/** The branding of pages without a known deployment; the product's if there is none. Null until it is loaded. */
export function usePublicBrand(enabled = true): Brand | null {
  const { data, isLoading } = useQuery({ ...signInBrandingQuery, enabled });
  return data ?? (isLoading ? null : PRODUCT);
}
