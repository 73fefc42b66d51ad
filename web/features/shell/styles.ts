/** Styles that only pages inside the shell need. */
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Checkbox.css';
import './shell.css';
