/** Who may do what: asked for each action on each task. */
@NullMarked
package dev.baton.management.access;

import org.jspecify.annotations.NullMarked;
