import { answered, holds, refused, same } from '../checks.ts';
import type { Answer } from '../client.ts';
import { type Rule, rule } from '../rule.ts';
import { type World, newPassword, requireSetting } from '../world.ts';
import { outsider } from './new-share.ts';

const DAY_MS = 86_400_000;
const HOUR = { ExpireStyle: 'hours', ExpirationValue: 1 };

/** Rules of docs/api/shares.md about what a new share must state. */
export const terms: Rule[] = [
  rule('flags', 'a folder needs one of three flags, a document one of two', async (w) => {
    refused(await folder(w, HOUR), 400);
    refused(await folder(w, { ...HOUR, AllowView: false, AllowDownload: false, AllowUpload: false }), 400);
    answered(await folder(w, { ...HOUR, AllowUpload: true }), 200);
    refused(await document(w, { ...HOUR, AllowEdit: true }), 400);
    answered(await document(w, { ...HOUR, AllowDownload: true }), 200);
  }),
  rule('flags', 'a flag that is absent is false', async (w) => {
    const made = answered(await folder(w, { ...HOUR, AllowView: true }), 200);
    for (const flag of ['AllowDownload', 'AllowUpload']) same(made, made.body.at(flag), false, flag);
  }),
  rule('flags', 'a guided upload needs AllowView and AllowUpload', async (w) => {
    requireSetting(w, 'NewLinkExperience', true);
    requireSetting(w, 'DynamicBranding', true);
    const guided = { ...HOUR, ShareType: 'Template' };
    refused(await folder(w, { ...guided, AllowView: true }), 400);
    refused(await folder(w, { ...guided, AllowUpload: true }), 400);
    const made = answered(await folder(w, { ...guided, AllowView: true, AllowUpload: true }), 200);
    same(made, made.body.at('ShareType'), 'Template', 'ShareType');
    refused(await folder(w, { ...HOUR, AllowView: true, ShareType: 'Poster' }), 400);
  }),
  rule('expiry', 'days, hours and minutes count from now', async (w) => {
    for (const [style, ms] of [
      ['days', DAY_MS],
      ['hours', 3_600_000],
      ['minutes', 60_000],
    ] as const) {
      const made = answered(await folder(w, { AllowView: true, ExpireStyle: style, ExpirationValue: 1 }), 200);
      const created = Date.parse(made.body.string('DateCreated'));
      const length = Date.parse(made.body.string('ExpiresOn')) - created;
      holds(made, Math.abs(length - ms) < 5000, `ExpiresOn one of ${style} after DateCreated`, length);
    }
  }),
  rule('expiry', 'a missing value, and one that is not positive, are 400', async (w) => {
    for (const style of ['days', 'hours', 'minutes']) {
      for (const value of [{}, { ExpirationValue: 0 }, { ExpirationValue: -1 }, { ExpirationValue: 1.5 }]) {
        refused(await folder(w, { AllowView: true, ExpireStyle: style, ...value }), 400);
      }
    }
    refused(await folder(w, { AllowView: true, ExpireStyle: 'date' }), 400);
  }),
  rule('expiry', 'an end that is not in the future is 400', async (w) => {
    refused(await folder(w, { AllowView: true, ExpireStyle: 'date', ExpiresOn: '2015-01-01T00:00:00Z' }), 400);
  }),
  rule('expiry', 'an unknown style, and a value without a style, are 400', async (w) => {
    refused(await folder(w, { AllowView: true, ExpireStyle: 'someday' }), 400);
    refused(await folder(w, { AllowView: true, ExpirationValue: 1 }), 400);
    refused(await folder(w, { AllowView: true, ExpiresOn: '2090-01-01' }), 400);
  }),
  rule('expiry', 'values that the style does not use are ignored', async (w) => {
    answered(await folder(w, { ...HOUR, AllowView: true, ExpiresOn: '2015-01-01' }), 200);
  }),
  rule('expiry', 'without a style it never expires', async (w) => {
    requireSetting(w, 'MaxLinkExpirationDays', null);
    const made = answered(await folder(w, { AllowView: true }), 200);
    same(made, made.body.at('ExpiresOn'), null, 'ExpiresOn');
  }),
  rule('protection', 'a password that is too short or easy to guess is 400', async (w) => {
    for (const Password of ['a', 'password1']) refused(await folder(w, { ...HOUR, AllowView: true, Password }), 400);
    const made = answered(await folder(w, { ...HOUR, AllowView: true, Password: newPassword() }), 200);
    same(made, made.body.at('HasPassword'), true, 'HasPassword');
    holds(made, !made.body.has('Password'), 'no Password in the response');
  }),
  rule('protection', 'an access code needs recipients, and excludes a password', async (w) => {
    const code = { ...HOUR, AllowView: true, AccessCodeRequired: true, NotifyRecipients: false };
    refused(await folder(w, code), 400);
    const Recipients = [outsider(w, 'code')];
    refused(await folder(w, { ...code, Recipients, Password: newPassword() }), 400);
    const made = answered(await folder(w, { ...code, Recipients }), 200);
    same(made, made.body.at('AccessCodeRequired'), true, 'AccessCodeRequired');
  }),
  rule('protection', 'PinRequired counts as AccessCodeRequired', async (w) => {
    const body = { ...HOUR, AllowView: true, PinRequired: true, NotifyRecipients: false };
    refused(await folder(w, body), 400);
    const made = answered(await folder(w, { ...body, Recipients: [outsider(w, 'pin')] }), 200);
    same(made, made.body.at('AccessCodeRequired'), true, 'AccessCodeRequired');
  }),
  rule('allowed-domains', 'they need an access code', async (w) => {
    const AllowedDomains = ['carrel.invalid'];
    refused(await folder(w, { ...HOUR, AllowView: true, AllowedDomains }), 400);
    const made = answered(await folder(w, { ...HOUR, AllowView: true, AccessCodeRequired: true, AllowedDomains }), 200);
    same(made, made.body.at('AllowedDomains'), AllowedDomains, 'AllowedDomains');
  }),
  rule('emails', 'a subject of several lines is 400 where an email is sent', async (w) => {
    const body = { ...HOUR, AllowView: true, CustomEmailHeader: 'Plans\r\nBcc: x@carrel.invalid' };
    refused(await folder(w, { ...body, Recipients: [outsider(w, 'mail')] }), 400);
    answered(await folder(w, { ...body, NotifyRecipients: false }), 200);
  }),
  rule('upload-limits', 'only a site admin sets more than the settings allow', async (w) => {
    const most = w.settings.at('MaxUploadDocuments');
    const body = { ...HOUR, AllowUpload: true, MaxUploadDocuments: typeof most === 'number' ? most + 1 : 1 };
    const made = await folder(w, body);
    if (typeof most === 'number') refused(made, 400);
    else answered(made, 200);
  }),
];

async function folder(w: World, body: object): Promise<Answer> {
  return w.owner.post(`/api/folders/${await w.folder()}/share`, body);
}

async function document(w: World, body: object): Promise<Answer> {
  return w.owner.post(`/api/documents/${await w.document(await w.folder())}/share`, body);
}
