/** The links of the demo. */
import type { DocumentShareBody, FolderShareBody } from '../../sharing/shares/shares.schema.ts';
import type { Outsider, Who } from '../company.ts';

export type Link = {
  /** Path of a folder or a paper. */
  item: string;
  by: Who;
  to: Outsider[];
  /** How long ago it was created. */
  days: number;
  /** In days; without it the link never expires. */
  goodFor?: number;
  /** The number of openings. */
  opened: number;
  /** In days. */
  revokedAfter?: number;
  message: string;
  more: Pick<DocumentShareBody, 'AllowDownload' | 'AccessCodeRequired'> & Pick<FolderShareBody, 'AllowUpload'>;
  /** Recent uploads of visitors. */
  brings?: string[];
};

export const LINKS: Link[] = [
  {
    item: 'Projects/Rivermouth Library/02 Design',
    by: 'tom.okafor',
    to: ['rivermouth'],
    days: 6,
    goodFor: 30,
    opened: 5,
    message: 'The drawings for Thursday. Please look at the ground floor first.',
    more: { AllowDownload: true },
  },
  {
    item: 'Projects/Rivermouth Library/03 Site',
    by: 'tom.okafor',
    to: ['builder'],
    days: 16,
    goodFor: 60,
    opened: 9,
    message: 'Put your photographs and delivery notes in here, please.',
    more: { AllowDownload: true, AllowUpload: true },
    brings: ['Delivery note 118.pdf', 'Photograph north side.jpg'],
  },
  {
    item: 'Projects/Harbour Trust Offices/Design/Concept.pdf',
    by: 'tom.okafor',
    to: ['harbour'],
    days: 3,
    goodFor: 14,
    opened: 2,
    message: 'The concept as we left it on Monday.',
    more: { AccessCodeRequired: true },
  },
  {
    item: 'Projects/Harbour Trust Offices/Minutes',
    by: 'james.whitlock',
    to: ['harbour', 'lawyer'],
    days: 40,
    goodFor: 30,
    opened: 6,
    message: 'All minutes so far.',
    more: {},
  },
  {
    item: 'Projects/Elmwood School/Feasibility study.pdf',
    by: 'aiko.tanaka',
    to: ['school'],
    days: 12,
    opened: 3,
    message: 'Our study. Pages two and three are for the governors.',
    more: { AllowDownload: true },
  },
  {
    item: 'Contracts/Clients/Harbour Trust/Services agreement.docx',
    by: 'sam.rivera',
    to: ['lawyer', 'harbour'],
    days: 9,
    goodFor: 21,
    opened: 4,
    message: 'Please comment by the end of the week.',
    more: { AccessCodeRequired: true, AllowDownload: true },
  },
  {
    item: 'Contracts/Clients/Rivermouth',
    by: 'sam.rivera',
    to: ['rivermouth'],
    days: 95,
    goodFor: 60,
    opened: 7,
    message: 'Everything that is signed, for your files.',
    more: { AllowDownload: true },
  },
  {
    item: 'Contracts/Templates/Confidentiality agreement.docx',
    by: 'sam.rivera',
    to: ['builder'],
    days: 55,
    opened: 2,
    revokedAfter: 20,
    message: 'Please send it back signed.',
    more: { AllowDownload: true },
  },
  {
    item: 'Marketing/Press',
    by: 'lena.brandt',
    to: ['press'],
    days: 25,
    opened: 11,
    message: 'Pictures and texts, free to print with the name of the photographer.',
    more: { AllowDownload: true },
  },
  {
    item: 'Marketing/Brand',
    by: 'nina.petrova',
    to: ['printer'],
    days: 30,
    goodFor: 90,
    opened: 6,
    message: 'Logos and letterhead for the new cards.',
    more: { AllowDownload: true },
  },
  {
    item: 'Marketing/Campaigns/Open House/Invitation.pdf',
    by: 'lena.brandt',
    to: [],
    days: 5,
    opened: 14,
    message: '',
    more: {},
  },
  {
    item: 'Marketing/Campaigns/Award season/Cover view.jpg',
    by: 'lena.brandt',
    to: ['press', 'printer'],
    days: 70,
    goodFor: 14,
    opened: 4,
    message: 'The cover.',
    more: { AllowDownload: true },
  },
  {
    item: 'Finance/Reports/Annual report.pdf',
    by: 'priya.nair',
    to: ['lawyer'],
    days: 2,
    goodFor: 7,
    opened: 0,
    message: 'For your review, before it goes to the bank.',
    more: { AccessCodeRequired: true },
  },
];
