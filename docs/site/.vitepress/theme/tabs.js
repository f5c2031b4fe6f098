const KEY = 'baton-tab'

/** Remembers which tab the reader has chosen, and chooses it wherever a page has it. */
export function rememberTabs() {
  document.addEventListener('change', ({ target, isTrusted }) => {
    if (isTrusted && target.matches('.vp-code-group input')) {
      localStorage.setItem(KEY, name(target))
      chooseTabs()
    }
  })
}

export function chooseTabs() {
  const chosen = localStorage.getItem(KEY)
  for (const input of document.querySelectorAll('.vp-code-group input')) {
    if (!input.checked && name(input) === chosen) {
      input.click()
    }
  }
}

function name(input) {
  return document.querySelector(`label[for="${input.id}"]`).dataset.title
}
