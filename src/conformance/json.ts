/** JSON of a response, read by path: `LibraryId`, `Links.Self`, `Embedded.Folders`. */
import { Mismatch } from './mismatch.ts';

export class Json {
  readonly value: unknown;
  private readonly about: string;

  constructor(value: unknown, about: string) {
    this.value = value;
    this.about = about;
  }

  /** The value at a path; undefined if there is none. */
  at(path: string): unknown {
    return path
      .split('.')
      .reduce<unknown>(
        (value, name) =>
          typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
        this.value,
      );
  }

  has(path: string): boolean {
    return this.at(path) !== undefined;
  }

  number(path: string): number {
    const value = this.at(path);
    if (typeof value !== 'number') throw this.wrong(path, 'a number', value);
    return value;
  }

  string(path: string): string {
    const value = this.at(path);
    if (typeof value !== 'string') throw this.wrong(path, 'a string', value);
    return value;
  }

  /** The elements of an array; without a path, of the body itself. */
  list(path?: string): Json[] {
    const value = path === undefined ? this.value : this.at(path);
    if (!Array.isArray(value)) throw this.wrong(path ?? 'the body', 'an array', value);
    return value.map((element) => new Json(element, this.about));
  }

  /** The values of one property in the elements of an array. */
  each(name: string, path?: string): unknown[] {
    return this.list(path).map((element) => element.at(name));
  }

  private wrong(path: string, expected: string, got: unknown): Mismatch {
    return new Mismatch(`${path}: ${expected}`, got, this.about);
  }
}
