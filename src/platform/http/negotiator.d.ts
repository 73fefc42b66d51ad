/** The part in use. The types that others publish are of an older version. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | undefined> });
    /** The offered type that is wanted most; undefined if all are excluded. */
    mediaType(offered: string[]): string | undefined;
    /** The same of codings; `preferred` decides between those wanted alike. */
    encoding(offered: string[], options: { preferred: string[] }): string | undefined;
  }
}
