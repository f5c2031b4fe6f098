// Small icons. None carries meaning alone: each has a word next to it.
import { s } from './dom.js';

const SHAPES = {
  // Statuses: the shapes differ, so that they can be distinguished without colour.
  WAITING: ['M8 2.2a5.8 5.8 0 1 1 0 11.6A5.8 5.8 0 0 1 8 2.2Z', 'M8 4.8V8l2.2 1.4'],
  READY: ['M5 3.2v9.6L12.8 8Z'],
  RUNNING: ['M8 2.2a5.8 5.8 0 1 1 0 11.6A5.8 5.8 0 0 1 8 2.2Z', '!M8 4.6a3.4 3.4 0 0 1 0 6.8Z'],
  BLOCKED: ['M5.4 3.2v9.6', 'M10.6 3.2v9.6'],
  ERROR: ['M8 1.8 14.6 13.6H1.4Z', 'M8 6v3.6', 'M8 11.4v.6'],
  DONE: ['m2.8 8.4 3.4 3.6 7-7.8'],
  FAILED: ['m3.6 3.6 8.8 8.8', 'm12.4 3.6-8.8 8.8'],
  CANCELLED: ['M8 2.2a5.8 5.8 0 1 1 0 11.6A5.8 5.8 0 0 1 8 2.2Z', 'm4 12 8-8'],
  // Other states.
  STUCK: ['M4 1.8h8', 'M4 14.2h8', 'M5 1.8v2.4L8 8l3-3.8V1.8', 'M5 14.2v-2.4L8 8l3 3.8v2.4'],
  SILENT: ['M2 8h2l2-4 3 8 2-4h1', 'm12 2 2 2'],
  RETRYING: ['M13 8a5 5 0 1 1-1.6-3.7', 'M13.2 1.8v3h-3'],
  PAUSED: ['M5.4 3.2v9.6', 'M10.6 3.2v9.6'],
  LIVE: ['!M8 4.4a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2Z'],
  LEFT: ['M8 3.4a4.6 4.6 0 1 1 0 9.2 4.6 4.6 0 0 1 0-9.2Z'],
  // Views.
  overview: ['M2.5 2.5h4.6v4.6H2.5Z', 'M8.9 2.5h4.6v4.6H8.9Z', 'M2.5 8.9h4.6v4.6H2.5Z', 'M8.9 8.9h4.6v4.6H8.9Z'],
  tasks: ['M6 4h7.5', 'M6 8h7.5', 'M6 12h7.5', 'M2.5 4h.6', 'M2.5 8h.6', 'M2.5 12h.6'],
  errors: ['M8 1.8 14.6 13.6H1.4Z', 'M8 6v3.6', 'M8 11.4v.6'],
  types: ['M8 1.8 14 5 8 8.2 2 5Z', 'm2 8 6 3.2L14 8', 'm2 11 6 3.2 6-3.2'],
  schedules: ['M2.5 3.5h11v10h-11Z', 'M2.5 6.8h11', 'M5.4 2v2.4', 'M10.6 2v2.4'],
  nodes: ['M2.5 2.8h11v4.2h-11Z', 'M2.5 9h11v4.2h-11Z', 'M5 4.9h.4', 'M5 11.1h.4'],
  limits: ['M2.4 12a5.8 5.8 0 1 1 11.2 0', 'm8 10.6 3-3.6'],
  audit: ['M4 1.8h5.6L12.4 4.6v9.6H4Z', 'M6 7.4h4.4', 'M6 10.4h4.4'],
};

/**
 * Returns the icon of this name, or a dot if the name is unknown. A path that begins with ! is
 * filled.
 */
export function icon(name) {
  const paths = SHAPES[name] ?? SHAPES.LIVE;
  return s(
    'svg',
    { class: 'icon', viewBox: '0 0 16 16', 'aria-hidden': 'true', focusable: 'false' },
    paths.map((path) =>
      path.startsWith('!') ? s('path', { d: path.slice(1), class: 'solid' }) : s('path', { d: path }),
    ),
  );
}
