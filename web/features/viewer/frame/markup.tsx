import { useEffect, useRef } from 'react';
import { safeElements } from './safe-markup.ts';
import css from './markup.module.css';

/** Markup from elsewhere, without anything active. */
export function Markup({ markup }: { markup: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.replaceChildren(...safeElements(markup)), [markup]);
  return <div ref={place} className={css.markup} />;
}
