import { answered, follow, hasAll, holds, refused, same } from '../checks.ts';
import type { Answer } from '../client.ts';
import { type Page, rule } from '../rule.ts';
import type { World } from '../world.ts';
import { tagsOfDocuments } from './tags-of-documents.ts';

export const tags: Page = {
  page: 'docs/api/tags.md',
  rules: [
    rule('tag-type-object', 'a tag type has its properties, and Constraints is JSON text', async (w) => {
      const made = await create(w, 'String', { DefaultValue: 'x' });
      hasAll(made, made.body, ['TagTypeId', 'TagTypeName', 'FlavorName', 'DataType', 'DataTypeName', 'Constraints']);
      same(made, made.body.at('FlavorName'), 'Simple', 'FlavorName');
      const constraints: unknown = JSON.parse(made.body.string('Constraints'));
      same(made, constraints, { DefaultValue: 'x', DataSetValues: null }, 'Constraints');
      answered(await w.owner.get(follow(made.body.string('Links.TagValuesUri'))), 200);
    }),
    rule('data-types', 'they are 0 String, 1 Numeric and 2 Date, by name or number', async (w) => {
      for (const [number, name] of ['String', 'Numeric', 'Date'].entries()) {
        for (const type of [name, name.toUpperCase(), number]) {
          const made = await create(w, type);
          same(made, [made.body.at('DataType'), made.body.at('DataTypeName')], [number, name], 'the data type');
        }
      }
    }),
    rule('data-types', 'an unknown one, and a default that does not fit, are 400', async (w) => {
      const path = `/api/libraries/${w.libraryId}/tagtypes`;
      for (const body of [
        { DataType: 'Boolean' },
        { DataType: 'Numeric', Constraints: { DefaultValue: 'three' } },
        { DataType: 'Date', Constraints: { DefaultValue: '13322026' } },
        { DataType: 'Date', Constraints: { DefaultValue: '2026-01-01' } },
      ]) {
        refused(await w.owner.post(path, { TagTypeName: w.unique('Tag'), ...body }), 400);
      }
    }),
    rule('tag-types-of-a-library', 'they are listed and found by name', async (w) => {
      const made = await create(w, 'String');
      const [id, name] = [made.body.number('TagTypeId'), made.body.string('TagTypeName')];
      const list = answered(await w.reader.get(`/api/libraries/${w.libraryId}/tagtypes`), 200);
      holds(list, list.body.each('TagTypeId').includes(id), 'the tag type in the list');
      const path = `/api/libraries/${w.libraryId}/tagtypes/${encodeURIComponent(name)}`;
      const found = answered(await w.reader.get(path), 200);
      same(found, found.body.each('TagTypeId'), [id], 'TagTypeId');
      refused(await w.reader.get(`/api/libraries/${w.libraryId}/tagtypes/none-${w.run}`), 404);
    }),
    rule('tag-types-of-a-library', 'a caller without Read who asks by name gets AccessDenied', async (w) => {
      const answer = answered(await w.stranger.get(`/api/libraries/${w.libraryId}/tagtypes/any`), 403);
      same(answer, answer.body.value, { AccessDenied: true }, 'body');
    }),
    rule('tag-types-of-a-library', 'creating requires Grant', async (w) => {
      const body = { TagTypeName: w.unique('Tag'), DataType: 'String' };
      refused(await w.reader.post(`/api/libraries/${w.libraryId}/tagtypes`, body), 403);
    }),
    rule('tag-types-of-a-library', 'PATCH changes name and constraints', async (w) => {
      const path = `/api/libraries/${w.libraryId}/tagtypes/${(await create(w, 'String')).body.number('TagTypeId')}`;
      const name = w.unique('Renamed');
      const renamed = answered(await w.owner.patch(path, { TagTypeName: name }), 200);
      same(renamed, renamed.body.at('TagTypeName'), name, 'TagTypeName');
      const changed = answered(await w.owner.put(`${path}/constraints`, { DefaultValue: 'y' }), 200);
      same(changed, JSON.parse(changed.body.string('Constraints')).DefaultValue, 'y', 'DefaultValue');
    }),
    rule('tag-types-of-a-library', 'a deleted one is gone with its values', async (w) => {
      const id = (await create(w, 'String')).body.number('TagTypeId');
      const document = `/api/documents/${await w.document(await w.folder())}`;
      answered(await w.owner.put(`${document}/systemtags`, [{ TagTypeId: id, Value: 'x' }]), 200);
      answered(await w.owner.remove(`/api/libraries/${w.libraryId}/tagtypes/${id}`), 204);
      const left = answered(await w.owner.get(`${document}/tags`), 200);
      same(left, left.body.value, [], 'the tags');
      refused(await w.owner.put(`${document}/systemtags`, [{ TagTypeId: id, Value: 'x' }]), 404);
    }),
    rule('tag-types-of-a-folder', 'PUT replaces the list, and new documents get the defaults', async (w) => {
      const id = (await create(w, 'String', { DefaultValue: 'library' })).body.number('TagTypeId');
      const folderId = await w.folder();
      const path = `/api/folders/${folderId}/tagtypes`;
      const body = [{ TagTypeId: id, Constraints: { DefaultValue: 'folder' } }];
      const put = answered(await w.owner.put(path, body), 200);
      same(put, put.body.each('TagTypeId'), [id], 'TagTypeId');
      const own = answered(await w.reader.get(path), 200);
      same(own, JSON.parse(own.body.list()[0]?.string('Constraints') ?? '{}').DefaultValue, 'folder', 'DefaultValue');
      const found = answered(await w.owner.get(`/api/documents/${await w.document(folderId)}/tags`), 200);
      same(found, found.body.each('Tags'), [['folder']], 'Tags');
      answered(await w.owner.put(path, []), 200);
      const none = answered(await w.reader.get(path), 200);
      same(none, none.body.value, [], 'the tag types');
    }),
    rule('tag-types-of-a-folder', 'constraints of a type that the folder does not have are 404', async (w) => {
      const id = (await create(w, 'String')).body.number('TagTypeId');
      const path = `/api/folders/${await w.folder()}/tagtypes/${id}/constraints`;
      refused(await w.owner.put(path, { DefaultValue: 'x' }), 404);
    }),
    ...tagsOfDocuments,
    rule('status-tags', 'every library has them, found by name only', async (w) => {
      const list = answered(await w.reader.get(`/api/libraries/${w.libraryId}/tagtypes`), 200);
      holds(list, !list.body.each('FlavorName').includes('Status'), 'no Status tag type in the list');
      for (const [name, type] of [
        ['Content_Status', 'String'],
        ['ToDo_Status', 'String'],
        ['Assigned_Date', 'Date'],
        ['Assigned_UserId', 'Numeric'],
      ] as const) {
        const path = `/api/libraries/${w.libraryId}/tagtypes/${encodeURIComponent(`&&_Service_${name}`)}`;
        const found = answered(await w.reader.get(path), 200);
        same(found, found.body.each('DataTypeName'), [type], 'DataTypeName');
        same(found, found.body.each('FlavorName'), ['Status'], 'FlavorName');
      }
    }),
    rule('status-tags', 'their prefix is reserved, and clients cannot set or delete them', async (w) => {
      const path = `/api/libraries/${w.libraryId}/tagtypes`;
      refused(await w.owner.post(path, { TagTypeName: '&&_service_Mine', DataType: 'String' }), 400);
      const found = answered(await w.owner.get(`${path}/${encodeURIComponent('&&_Service_ToDo_Status')}`), 200);
      const [id] = found.body.each('TagTypeId');
      const document = `/api/documents/${await w.document(await w.folder())}`;
      refused(await w.owner.put(`${document}/systemtags`, [{ TagTypeId: id, Value: 'Open' }]), 400);
      refused(await w.owner.remove(`${path}/${String(id)}`), 400);
    }),
    rule('errors', 'a taken name is 409, in any case', async (w) => {
      const name = (await create(w, 'String')).body.string('TagTypeName').toUpperCase();
      const body = { TagTypeName: name, DataType: 'String' };
      refused(await w.owner.post(`/api/libraries/${w.libraryId}/tagtypes`, body), 409);
    }),
  ],
};

async function create(w: World, DataType: string | number, Constraints?: object): Promise<Answer> {
  const body = { TagTypeName: w.unique('Tag'), DataType, ...(Constraints === undefined ? {} : { Constraints }) };
  return answered(await w.owner.post(`/api/libraries/${w.libraryId}/tagtypes`, body), 201);
}
