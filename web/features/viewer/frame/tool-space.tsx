import css from './tool-space.module.css';

/** Empty space in the toolbar, between the controls on its left and on its right. */
export function ToolSpace() {
  return <span className={css.space} />;
}
