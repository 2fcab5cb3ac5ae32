import { withText } from '../core/site/chat.ts';
import { venuePlan } from '../core/site/venue-plan.ts';

/** The televisions in the drawing. */
const DRAWN = [
  ['inRoom', '.plan__in-room'],
  ['atTables', '.plan__at-tables'],
] as const;

/** Activates the form: its plan and its message follow the choices. Without a script the message is filled in by hand. */
export const wakeVenuePlan = (form: HTMLFormElement): void => {
  const { greeting = '', lines = '{}' } = form.dataset;
  const beginnings = Object.entries(JSON.parse(lines) as Record<string, string>);
  const [choices, text] = [form.querySelector('fieldset'), form.querySelector('textarea')];
  if (!choices || !text) return;
  for (const part of form.querySelectorAll<HTMLElement>('[hidden]')) part.hidden = false;
  choices.disabled = false;
  // Changes are made in WhatsApp, because the next choice would overwrite them here.
  text.readOnly = true;

  const follow = (): void => {
    // One by one, because a form's data asks for layout.
    const chosen = (name: string): string => {
      const control = form.elements.namedItem(name);
      return control instanceof RadioNodeList || control instanceof HTMLSelectElement ? control.value : '';
    };
    const [tables, games, televisions] = ['tables', 'games', 'televisions'].map(chosen);
    const { hung, ...plan } = venuePlan(Number(tables), Number(televisions));
    const values: Record<string, string | number | undefined> = { tables, games, televisions, ...plan };
    const written = beginnings.map(([name, begin]) => begin + String(values[name]));
    // A page's words have word joiners, which a message doesn't need.
    const message = [greeting, ...written].join('\n').replaceAll('\u2060', '');
    text.defaultValue = message;
    // Setting the value asks for layout: only where the browser has restored an older one.
    if (text.value !== message) text.value = message;
    for (const [name, count] of Object.entries(plan)) {
      for (const place of form.querySelectorAll(`[data-plan=${name}]`)) place.textContent = String(count);
    }
    for (const [name, drawn] of DRAWN) {
      form.querySelectorAll<HTMLElement>(drawn).forEach((screen, index) => {
        screen.hidden = index >= plan[name];
        screen.toggleAttribute('data-hung', index < hung[name]);
      });
    }
  };
  form.addEventListener('input', follow);
  // After the browser has restored the choices of a visitor who came back.
  addEventListener('pageshow', follow);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // A form encodes spaces as plus signs, which some of WhatsApp's apps show as such.
    location.assign(withText(form.action, text.value));
  });
  follow();
};
