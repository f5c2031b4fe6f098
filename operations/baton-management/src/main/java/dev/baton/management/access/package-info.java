/** Access control: decides for each action on each task. */
@NullMarked
package dev.baton.management.access;

import org.jspecify.annotations.NullMarked;
