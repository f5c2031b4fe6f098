/** The code that the documents show, and what checks that they show it as it is. */
@NullMarked
package dev.baton.examples.docs;

import org.jspecify.annotations.NullMarked;
