/** The demo's documents: folder, author and name; contents are derived from the names. */
import type { LibraryName, Who } from './company.ts';

/** Folder (its path starts with the library), author, names. */
export type Shelf = [folder: `${LibraryName}${'' | `/${string}`}`, author: Who, names: string[]];

export const SHELVES: Shelf[] = [
  [
    'Projects/Rivermouth Library/01 Brief',
    'tom.okafor',
    ['Client brief.docx', 'Site survey.pdf', 'Room schedule.xlsx', 'Kick-off notes.md'],
  ],
  [
    'Projects/Rivermouth Library/02 Design',
    'aiko.tanaka',
    ['Ground floor plan.png', 'First floor plan.png', 'Street view.jpg', 'Materials.docx', 'Daylight study.pdf'],
  ],
  [
    'Projects/Rivermouth Library/03 Site',
    'erik.lindqvist',
    ['Site diary March.md', 'Site diary April.md', 'Snag list.csv', 'Facade mock-up.jpg', 'Crane plan.pdf'],
  ],
  [
    'Projects/Harbour Trust Offices/Design',
    'james.whitlock',
    ['Concept.pdf', 'Atrium sketch.png', 'Option study.docx', 'Net areas.xlsx', 'Waterfront view.jpg'],
  ],
  [
    'Projects/Harbour Trust Offices/Engineering',
    'omar.haddad',
    ['Structural report.pdf', 'Load table.csv', 'Ventilation concept.docx', 'Energy balance.xlsx'],
  ],
  [
    'Projects/Harbour Trust Offices/Minutes',
    'tom.okafor',
    ['Design meeting 1.md', 'Design meeting 2.md', 'Design meeting 3.md', 'Client review.docx'],
  ],
  [
    'Projects/Elmwood School',
    'aiko.tanaka',
    ['Feasibility study.pdf', 'Classroom plan.png', 'Budget frame.xlsx', 'Open questions.txt', 'Playground view.jpg'],
  ],
  ['Projects/Templates', 'james.whitlock', ['Meeting notes.md', 'Snag list.csv', 'Project plan.xlsx', 'Report.docx']],
  [
    'Contracts/Clients/Rivermouth',
    'sam.rivera',
    ['Framework agreement.docx', 'Fee schedule.xlsx', 'Signed agreement.pdf', 'Change order 1.docx'],
  ],
  [
    'Contracts/Clients/Harbour Trust',
    'sam.rivera',
    ['Services agreement.docx', 'Signed agreement.pdf', 'Insurance certificate.pdf', 'Change order 2.docx'],
  ],
  ['Contracts/Clients/Elmwood School', 'sam.rivera', ['Letter of intent.docx', 'Draft agreement.docx']],
  [
    'Contracts/Suppliers',
    'ben.carter',
    ['Office lease.pdf', 'Plotter maintenance.pdf', 'Cleaning services.docx', 'Supplier list.csv'],
  ],
  ['Contracts/Templates', 'sam.rivera', ['Confidentiality agreement.docx', 'Subcontract.docx', 'Clause library.md']],
  [
    'Marketing/Brand',
    'nina.petrova',
    ['Brand guidelines.pdf', 'Logo dark.png', 'Logo light.png', 'Tone of voice.md', 'Letterhead.docx'],
  ],
  [
    'Marketing/Campaigns/Open House',
    'lena.brandt',
    ['Campaign brief.docx', 'Guest list.csv', 'Invitation.pdf', 'Poster.png', 'Budget.xlsx'],
  ],
  [
    'Marketing/Campaigns/Award season',
    'lena.brandt',
    ['Award calendar.csv', 'Rivermouth entry.docx', 'Jury letter.pdf', 'Cover view.jpg'],
  ],
  [
    'Marketing/Press',
    'nina.petrova',
    ['Press release library.docx', 'Press contacts.csv', 'Rivermouth street view.jpg', 'Interview notes.md'],
  ],
  [
    'HR policies',
    'chloe.martin',
    [
      'Code of conduct.pdf',
      'Working from home.docx',
      'Travel and expenses.docx',
      'Holiday calendar.csv',
      'Read me first.md',
    ],
  ],
  ['HR policies/Onboarding', 'chloe.martin', ['First week.md', 'Equipment list.xlsx', 'Welcome letter.docx']],
  ['HR policies/Salary bands', 'chloe.martin', ['Salary bands.xlsx', 'Review process.docx']],
  [
    'Finance/Reports',
    'priya.nair',
    ['Quarter 1.xlsx', 'Quarter 2.xlsx', 'Quarter 3.xlsx', 'Cash flow.csv', 'Annual report.pdf'],
  ],
  [
    'Finance/Invoices',
    'ben.carter',
    ['Rivermouth 0114.pdf', 'Rivermouth 0127.pdf', 'Harbour Trust 0119.pdf', 'Open items.csv'],
  ],
  ['Finance/Planning', 'priya.nair', ['Budget next year.xlsx', 'Assumptions.md', 'Hiring plan.docx']],
];

/** Sample paragraphs for each library. */
export const PARAGRAPHS: Record<LibraryName, string[]> = {
  Projects: [
    'The client confirmed the brief at the last meeting; the reading room moves to the south side and gains a gallery.',
    'The survey found sound foundations. Ground water stands two meters below the basement and needs no permanent pumping.',
    'The facade is of larch and glass, with fixed shading where the afternoon sun would reach the desks.',
    'Fire escape routes are shorter than thirty meters on every level. The second stair is open to daylight.',
    'Next steps: agree the room schedule, price the facade in two variants, and invite the planning office for March.',
    'The contractor reports two days lost to wind. The crane is booked until the end of the month.',
    'Deliveries come by Quay Street before eight in the morning. Nothing is stored on the pavement.',
    'Energy use is estimated at 38 kWh per square meter and year, of which the roof covers about half.',
  ],
  Contracts: [
    'The parties agree on the services described in Annex A, which is part of this agreement.',
    'Fees are due thirty days after the invoice. Work beyond the scope is agreed in writing before it begins.',
    'Drawings remain the property of the office; the client may use them for this building and its upkeep.',
    'Each party keeps confidential what it learns of the other, during the agreement and for three years after it.',
    'Either party may end the agreement with three months of notice to the end of a quarter.',
    'Liability is limited to the sum insured, except for intent and gross negligence.',
    'Changes to this agreement, including to this clause, are valid in writing only.',
  ],
  Marketing: [
    'We show how buildings are made, not only how they look when they are finished.',
    'The invitation goes out four weeks before the event, the reminder five days before it.',
    'Photographs come with the name of the photographer and the year. No people without their consent.',
    'The jury wants two pages, six pictures and a plan at a scale that can be read.',
    'We write short sentences and leave out words that nobody says aloud.',
    'The budget covers print, catering for 120 guests and two evenings of lighting.',
  ],
  'HR policies': [
    'This policy applies to everybody who works here, whatever their contract.',
    'Working from home is possible on up to three days a week; meetings with clients come first.',
    'Trains come before flights wherever the journey takes less than six hours.',
    'Expenses are handed in by the fifth of the next month, with receipts.',
    'Holidays are entered in the calendar and agreed with the project lead two weeks ahead.',
    'Ask Chloé if anything is unclear; suggestions are welcome at any time.',
  ],
  Finance: [
    'Revenue is four per cent above plan, mostly from Harbour Trust; costs are on plan.',
    'Two invoices are overdue by more than thirty days; both clients have promised payment.',
    'The plan assumes two new colleagues in spring and unchanged rent.',
    'The reserve covers four months of salaries and is not touched by this proposal.',
  ],
};
