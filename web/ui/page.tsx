import { MantineProvider } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { Mark } from './look/mark.tsx';
import { ownAddress } from './look/own-address.ts';
import { themeOf, variablesOf } from './theme.ts';
import css from './page.module.css';

/** The CSP nonce for style elements (Vite puts it into the page). */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** The theme of a deployment: its color, light or dark as the browser prefers. */
export function Look({ color, children }: { color: string | null; children: ReactNode }) {
  const theme = useMemo(() => themeOf(color), [color]);
  const variables = useMemo(() => variablesOf(color), [color]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  );
}

export type Brand = { Name: string; Color: string | null; LogoUri: string | null };

/** A page with the name and logo of the deployment, and none while it is unknown. */
export function Page({ brand, title, children }: { brand: Brand | null; title: string; children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useFocusAfterMoving(main);
  return (
    <>
      <title>{title}</title>
      <header className={css.pageHead}>{brand === null ? null : <BrandName brand={brand} />}</header>
      <main className={css.pageMain} ref={main} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** The logo of the deployment, or the mark in its color, beside its name. */
export function BrandName({ brand, nameClass }: { brand: Brand; nameClass?: string | undefined }) {
  return (
    <>
      {brand.LogoUri === null ? <Mark /> : <img src={ownAddress(brand.LogoUri)} alt="" />}
      <span className={nameClass}>{brand.Name}</span>
    </>
  );
}

// Moves the focus to the new content after navigation by keyboard or with a screen reader.
function useFocusAfterMoving(main: RefObject<HTMLElement | null>): void {
  const { href } = useLocation();
  const shown = useRef(href);
  useEffect(() => {
    if (shown.current !== href) main.current?.focus({ preventScroll: true });
    shown.current = href;
  }, [href, main]);
}

/** A page with one short message or form. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={`${css.card} ${css.cardNarrow}`}>{children}</div>;
}
