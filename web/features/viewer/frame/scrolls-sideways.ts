/** Whether an element that can have the focus is wider than what is visible of it, so that the arrow keys scroll it. */
export const scrollsSideways = ({ scrollWidth, clientWidth, tabIndex }: HTMLElement): boolean =>
  tabIndex >= 0 && scrollWidth > clientWidth;
