/** The contents of the demo's papers, in file types that have previews. */
import type { LibraryName } from './company.ts';
import { docx, xlsx } from './files/office.ts';
import { pdf } from './files/pdf.ts';
import { picture } from './files/pictures.ts';
import { PARAGRAPHS } from './papers.ts';
import type { Random } from './random.ts';

export type Paper = {
  library: LibraryName;
  /** With the extension of its type. */
  name: string;
  /** Name of the author. */
  author: string;
  /** From 1. */
  version: number;
  at: Date;
};

/** The bytes of one version of a paper. Each is unique, because it contains author, day and version. */
export async function contentOf(paper: Paper, random: Random): Promise<Buffer> {
  const title = paper.name.slice(0, paper.name.lastIndexOf('.'));
  const extension = paper.name.slice(title.length + 1);
  switch (extension) {
    case 'png':
    case 'jpg':
      return picture(paper.name, random);
    case 'csv':
      return Buffer.from(
        rowsOf(paper, random)
          .map((row) => `${row.join(',')}\n`)
          .join(''),
      );
    case 'xlsx':
      return xlsx(title, rowsOf(paper, random));
    case 'docx':
      return docx(title, paragraphsOf(paper, random));
    case 'pdf':
      return pdf(title, paragraphsOf(paper, random));
    case 'md':
      return Buffer.from(`# ${title}\n\n${markdownOf(paper, random)}`);
    default:
      return Buffer.from(`${title}\n\n${paragraphsOf(paper, random).join('\n\n')}\n`);
  }
}

function paragraphsOf(paper: Paper, random: Random): string[] {
  const all = PARAGRAPHS[paper.library];
  const chapters = ['Where we stand', 'What was agreed', 'What comes next'].slice(0, random.between(1, 3));
  const text = chapters.flatMap((chapter) => [`# ${chapter}`, ...random.sample(all, random.between(2, 4))]);
  return [byline(paper), ...text];
}

function markdownOf(paper: Paper, random: Random): string {
  const points = random.sample(PARAGRAPHS[paper.library], 4);
  const list = points.map((point, index) => `- [${index < 2 ? 'x' : ' '}] ${point}`).join('\n');
  return `*${byline(paper)}*\n\n${random.pick(PARAGRAPHS[paper.library])}\n\n## To do\n\n${list}\n`;
}

function byline({ author, version, at }: Paper): string {
  return `${author}, ${at.toISOString().slice(0, 10)}, version ${version}`;
}

const TABLES: Record<LibraryName, { head: string[]; items: string[] }> = {
  Projects: {
    head: ['Item', 'Area (m²)', 'Cost (EUR)', 'Checked'],
    items: ['Reading room', 'Entrance', 'Stair A', 'Stair B', 'Café', 'Offices', 'Plant room', 'Store', 'Roof terrace'],
  },
  Contracts: {
    head: ['Service', 'Months', 'Fee (EUR)', 'Agreed'],
    items: ['Survey', 'Concept', 'Planning application', 'Detailed design', 'Tender', 'Site supervision', 'Handover'],
  },
  Marketing: {
    head: ['Item', 'Count', 'Cost (EUR)', 'Done'],
    items: ['Invitations', 'Posters', 'Catering', 'Lighting', 'Photographer', 'Web page', 'Exhibition panels'],
  },
  'HR policies': {
    head: ['Item', 'Days', 'Amount (EUR)', 'Confirmed'],
    items: ['Laptop', 'Second screen', 'Telephone', 'Train card', 'Training', 'Desk', 'Site boots and helmet'],
  },
  Finance: {
    head: ['Account', 'Entries', 'Amount (EUR)', 'Booked'],
    items: [
      'Fees Rivermouth',
      'Fees Harbour Trust',
      'Fees Elmwood',
      'Salaries',
      'Rent',
      'Insurance',
      'Travel',
      'Software',
    ],
  },
};

function rowsOf(paper: Paper, random: Random): (string | number)[][] {
  const { head, items } = TABLES[paper.library];
  const rows = items.map((item) => [
    item,
    random.between(2, 90),
    random.between(4, 900) * 50,
    random.chance(0.6) ? 'yes' : 'no',
  ]);
  return [[...head, `${paper.author} v${paper.version}`], ...rows];
}
