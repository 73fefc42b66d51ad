/** A document of pages, for the list of pages: a PDF, or pictures of pages. */
import type { ComponentType } from 'react';
import type { PageSize, Turn } from './page-layout.ts';

export type PageProps = {
  page: number;
  /** CSS pixels, turned. */
  width: number;
  height: number;
  /** CSS pixels for one pixel of the size at 100 %. */
  scale: number;
  turn: Turn;
  /** Called with the size of the page, if only its picture shows it. */
  onSize: (size: PageSize) => void;
};

export type ThumbnailProps = { page: number; width: number; turn: Turn };

export type PageSource = {
  count: number;
  firstSize: PageSize;
  /** Pictures are first shown whole, whatever zoom people use for pages of text. */
  isPicture: boolean;
  /** Finds the size of a page. Null: all pages have that of the first. */
  findSize: ((page: number) => Promise<PageSize>) | null;
  PageContent: ComponentType<PageProps>;
  Thumbnail: ComponentType<ThumbnailProps>;
};
