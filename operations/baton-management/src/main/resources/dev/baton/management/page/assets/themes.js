// Themes: light, dark, or as the system. The browser stores the choice.

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' };
const NAMES = { auto: 'auto', light: 'light', dark: 'dark' };

export function themes(button) {
  const root = document.documentElement;
  const show = () => {
    const theme = root.dataset.theme ?? 'auto';
    button.textContent = `Theme: ${NAMES[theme]}`;
    button.setAttribute('aria-label', `Theme: ${NAMES[theme]}. Change it`);
  };
  button.addEventListener('click', () => {
    const theme = NEXT[root.dataset.theme ?? 'auto'];
    if (theme === 'auto') delete root.dataset.theme;
    else root.dataset.theme = theme;
    keep(theme);
    show();
  });
  show();
}

function keep(theme) {
  try {
    if (theme === 'auto') localStorage.removeItem('baton.theme');
    else localStorage.setItem('baton.theme', theme);
  } catch {
    // Storage is forbidden: the theme lasts as long as the page.
  }
}
