import { onContentUpdated } from 'vitepress'
import Theme from 'vitepress/theme'
import Diagram from './Diagram.vue'
import { chooseTabs, rememberTabs } from './tabs.js'
import './style.css'

export default {
  extends: Theme,
  enhanceApp({ app }) {
    app.component('Diagram', Diagram)
    if (!import.meta.env.SSR) {
      rememberTabs()
    }
  },
  setup() {
    onContentUpdated(chooseTabs)
  }
}
