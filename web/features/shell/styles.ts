/** Styles for pages inside the shell. */
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Checkbox.css';
import './shell.module.css';
