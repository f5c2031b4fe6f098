// Asks the person to confirm before anything changes.
import { h } from './dom.js';
import { word } from './parts.js';
import { clock } from './format.js';

/** Delays to choose from, as the API takes them; an empty value means now. */
export const DELAYS = [
  ['', 'Now'],
  ['PT1M', 'In 1 minute'],
  ['PT10M', 'In 10 minutes'],
  ['PT1H', 'In 1 hour'],
  ['PT6H', 'In 6 hours'],
  ['PT24H', 'In a day'],
];

/**
 * Opens a dialog. Resolves to the result of `submit`, or to null if the person cancels. If `submit`
 * throws, the dialog stays open and shows the error.
 *
 * @param fields {name, label, kind: text | area | choice | time, choices, needed, hint, value}
 */
export function ask({ title, lines = [], fields = [], confirm, danger = false, submit }) {
  return new Promise((resolve) => {
    const trouble = h('div', { class: 'trouble-box', role: 'alert' });
    const yes = h('button', { type: 'submit', class: danger ? 'danger' : 'primary' }, confirm);
    const close = (answer) => {
      dialog.close();
      dialog.remove();
      resolve(answer);
    };
    const form = h(
      'form',
      {
        novalidate: true,
        on: {
          submit: async (event) => {
            event.preventDefault();
            if (yes.disabled || !complete(form, fields)) return;
            yes.disabled = true;
            form.setAttribute('aria-busy', 'true');
            try {
              close(await submit(values(form, fields)));
            } catch (problem) {
              show(form, trouble, problem);
            } finally {
              yes.disabled = false;
              form.removeAttribute('aria-busy');
            }
          },
        },
      },
      h('h2', { id: 'ask-title' }, title),
      lines.map((line) => (line instanceof Node ? line : h('p', null, line))),
      fields.map(input),
      trouble,
      h('div', { class: 'buttons' }, h('button', { type: 'button', class: 'quiet', on: { click: () => close(null) } }, 'Back'), yes),
    );
    const dialog = h('dialog', { 'aria-labelledby': 'ask-title', on: { cancel: () => close(null) } }, form);
    document.body.append(dialog);
    dialog.showModal();
    (form.querySelector('input, textarea, select') ?? yes).focus();
  });
}

function input(field) {
  const id = `ask-${field.name}`;
  const shared = { id, name: field.name, 'aria-describedby': `${id}-hint`, required: field.needed };
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, field.label, field.needed || field.kind === 'choice' ? null : h('span', { class: 'faint' }, ' (optional)')),
    control(field, shared),
    h('p', { class: 'hint', id: `${id}-hint` }, field.hint ?? ''),
  );
}

function control(field, shared) {
  if (field.kind === 'choice') {
    return h('select', { ...shared, value: field.value ?? '' }, field.choices.map(([value, label]) => h('option', { value }, label)));
  }
  if (field.kind === 'area') {
    return h('textarea', { ...shared, rows: 12, spellcheck: 'false', class: 'mono' }, field.value ?? '');
  }
  const type = field.kind === 'time' ? 'datetime-local' : 'text';
  return h('input', { ...shared, type, autocomplete: 'off', step: field.kind === 'time' ? 1 : null, value: field.value ?? '' });
}

function values(form, fields) {
  return Object.fromEntries(fields.map((field) => [field.name, form.elements[field.name].value.trim()]));
}

function complete(form, fields) {
  let first = null;
  for (const field of fields) {
    const missing = field.needed && !form.elements[field.name].value.trim();
    mark(form, field.name, missing ? 'This field is required' : (field.hint ?? ''), missing);
    if (missing) first ??= form.elements[field.name];
  }
  first?.focus();
  return first === null;
}

function mark(form, name, hint, wrong) {
  form.elements[name].toggleAttribute('aria-invalid', wrong);
  const told = form.querySelector(`#ask-${name}-hint`);
  told.textContent = hint;
  told.classList.toggle('wrong', wrong);
}

function show(form, trouble, problem) {
  const wrong = problem.errors?.length ? problem.errors : problem.field ? [{ field: problem.field, message: problem.message }] : [];
  for (const { field, message } of wrong) {
    if (form.elements[field]) mark(form, field, message, true);
  }
  trouble.replaceChildren(h('p', null, problem.message), ...changed(problem.current));
}

/** Shows the current task after another person has changed it. */
function changed(current) {
  if (!current?.status) return [];
  return [
    h('p', null, 'It is now ', h('b', null, word(current.status)), `, version ${current.version}.`, current.runAt ? ` Its time is ${clock(current.runAt)}.` : '', ' The page behind this dialog is up to date. Check it and decide again.'),
  ];
}
