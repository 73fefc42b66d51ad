/**
 * Formatters of Intl, each made when it is first needed, and kept: making one takes up to a millisecond, which a list of documents
 * would spend for each row, and the first one takes 30 (docs/performance.md#the-first-page-on-a-phone).
 */
type Locale = 'en' | 'sv-SE' | undefined;

export const numberFormat = kept(
  (locale: Locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
export const listFormat = kept(
  (locale: Locale, options?: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
);
export const dateTimeFormat = kept(
  (locale: Locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
export const relativeTimeFormat = kept(
  (locale: Locale, options?: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

/** `1,234`, in messages. */
export const formatNumber = (value: number): string => numberFormat('en').format(value);

/** `a, b, and c`, in messages. */
export const formatList = (parts: string[]): string => listFormat('en').format(parts);

function kept<Format, Options>(
  make: (locale: Locale, options?: Options) => Format,
): (locale?: Locale, options?: Options) => Format {
  const made = new Map<string, Format>();
  return (locale, options) => {
    const key = JSON.stringify([locale, options]);
    const format = made.get(key) ?? make(locale, options);
    made.set(key, format);
    return format;
  };
}
