package dev.baton.quarkus.runtime;

import java.util.List;

/**
 * A method of a bean that an annotation marks, as the build found it.
 *
 * @param beanId by which the container knows the bean
 * @param beanClass the class of the bean
 * @param declaredBy the class that has the method
 * @param name the method's name
 * @param parameters the names of the classes that it takes
 */
public record MarkedMethod(
    String beanId, String beanClass, String declaredBy, String name, List<String> parameters) {}
