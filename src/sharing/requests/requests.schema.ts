import { Type } from 'typebox';
import { count, flag, id, link, name, nullableTime, time } from '../../platform/openapi/fields.ts';

/** A request for files that was sent to the caller (docs/api/home.md#requests). */
export const UploadRequestSchema = Type.Object(
  {
    ShareId: id('The link.'),
    FolderName: name('Name of the folder that the files go to.'),
    RequestedBy: name('Name of the user who created the link.'),
    IsGuided: flag('Whether it is a guided upload, with a subfolder for each requested item.'),
    MissingCount: count('Subfolders of a guided upload that are empty; 100 stands for that many or more.'),
    DateCreated: time('When the link was created.'),
    ExpiresOn: nullableTime('When the link expires; null: never.'),
    WebUri: link('Your personal link to the page where you upload.'),
  },
  { title: 'UploadRequest' },
);
