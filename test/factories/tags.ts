import type { Person } from '../world.ts';

/** Creates a tag type through the API and returns its id. */
export async function makeTagType(
  person: Person,
  libraryId: number,
  name: string,
  more: { DataType?: 'String' | 'Numeric' | 'Date'; Constraints?: { DefaultValue: string } } = {},
): Promise<number> {
  const body = { TagTypeName: name, DataType: 'String', ...more };
  const answer = await person.api('POST', `/api/libraries/${libraryId}/tagtypes`, body);
  if (answer.status !== 201) throw new Error(`The tag type was refused: ${answer.text}`);
  return answer.body.TagTypeId;
}

/** The id of a built-in tag type, for example `Content_Status`. */
export async function statusTypeId(person: Person, libraryId: number, name: string): Promise<number> {
  const { status, body, text } = await person.api('GET', `/api/libraries/${libraryId}/tagtypes/&&_Service_${name}`);
  if (status !== 200) throw new Error(`There is no status type ${name}: ${text}`);
  return body[0].TagTypeId;
}

/** Replaces a document's values, as [tag type id, value]. */
export async function tagDocument(person: Person, documentId: number, values: [number, string][]): Promise<void> {
  const body = values.map(([TagTypeId, Value]) => ({ TagTypeId, Value }));
  const answer = await person.api('PUT', `/api/documents/${documentId}/systemtags`, body);
  if (answer.status !== 200) throw new Error(`The tags were refused: ${answer.text}`);
}

/** The values of a document by the names of their types. */
export async function tagsOf(person: Person, documentId: number): Promise<Record<string, string>> {
  const { status, body, text } = await person.api('GET', `/api/documents/${documentId}/tags`);
  if (status !== 200) throw new Error(`The tags were not given: ${text}`);
  type Tag = { TagTypeName: string; Tags: string[] };
  return Object.fromEntries(body.map((tag: Tag) => [tag.TagTypeName, tag.Tags.join()]));
}
