import DefaultTheme from 'vitepress/theme-without-fonts';
import './theme.css';

// oxlint-disable-next-line import/no-default-export -- VitePress reads it
export default DefaultTheme;
