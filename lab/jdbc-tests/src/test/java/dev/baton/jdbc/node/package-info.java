/** Tests complete nodes on real databases. */
@NullMarked
package dev.baton.jdbc.node;

import org.jspecify.annotations.NullMarked;
