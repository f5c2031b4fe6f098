/** Tasks that are related to a task. */
@NullMarked
package dev.baton.management.rest.related;

import org.jspecify.annotations.NullMarked;
